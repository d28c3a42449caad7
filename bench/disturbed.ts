/** A measurement without a usable result, because the machine was too busy; the message is a sentence with the reason. */
export class Disturbed extends Error {}
