/** Builds every part, or those that are named, whose sources have changed; answers whether everything is built. */
export function build(wanted?: readonly string[]): Promise<boolean>;

/** Makes the program of the thread that reads uploaded PDFs. */
export function bundlePdfWorker(): Promise<void>;

/** Makes one program of a source file of the server or the store; both paths are relative to the root. */
export function bundle(entry: string, outfile: string): Promise<void>;
