/** Flags under which headless Chromium runs anywhere. */
export const chromiumArgs: string[];

/** The Chromium to test with; `env` is to be added when it is launched. */
export function findChromium(): Promise<{ executablePath: string; env: Record<string, string> }>;
