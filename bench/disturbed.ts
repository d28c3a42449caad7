/** A measurement that says nothing, because the machine was too busy for it; the message is a sentence with the reason. */
export class Disturbed extends Error {}
