/** What went wrong, in a sentence for the operator; the installed city stays as it is. */
export class CityFailed extends Error {}
