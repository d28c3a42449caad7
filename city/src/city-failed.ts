/** A failure, described in a sentence for the operator; the installed city is unchanged. */
export class CityFailed extends Error {}
