const ANSWER_MS = 10_000;

/** Hosts of the phone itself, where a developer's server is reached without HTTPS. */
const isThisPhone = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1';

/**
 * The origin of a server as people type it: `boli.example.org`, or with `https://` and a path. Null if it is none.
 * `http://` is for a developer's own server only: phones refuse unencrypted connections of apps.
 */
export function serverOrigin(typed: string): string | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || !(isThisPhone(url) || url.hostname.includes('.'))) return null;
  return url.protocol === 'https:' || isThisPhone(url) ? url.origin : null;
}

/** Whether this is the configuration of a Boli server, even of another version. */
const isConfig = (config: unknown) =>
  typeof config === 'object' && config !== null && 'version' in config && 'password_min_length' in config;

/** Requests a server's configuration: `silent` without a response in ten seconds, `other` if it is no Boli server. */
export async function findServer(typed: string): Promise<{ origin: string } | 'silent' | 'other'> {
  const origin = serverOrigin(typed);
  if (origin === null) return 'other';
  try {
    const answer = await fetch(`${origin}/api/config`, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    const config: unknown = await answer.json().catch(() => null);
    return answer.ok && isConfig(config) ? { origin } : 'other';
  } catch {
    return 'silent';
  }
}
