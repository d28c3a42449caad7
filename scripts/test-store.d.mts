/** Starts a database for tests and prints which. */
export function startTestStore(): Promise<{ uri: string; stop: () => Promise<void> }>;
