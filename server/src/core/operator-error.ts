/** An error whose message is written for the operator, who sees it without the stack. */
export class OperatorError extends Error {}
