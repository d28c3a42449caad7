/** An error whose message is a sentence for the operator, who sees it without the stack. */
export class OperatorError extends Error {}
