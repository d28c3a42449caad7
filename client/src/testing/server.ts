interface Heard {
  method: string;
  path: string;
  body: unknown;
}

export interface Answer {
  status?: number;
  body?: unknown;
}

/**
 * Stands in for the server in a test of a screen: answers by 'METHOD /path' (query left out) and keeps what was asked.
 * What has no answer is a 404.
 */
export function standInServer(answers: Record<string, (body: unknown) => Answer>): { heard: Heard[] } {
  const heard: Heard[] = [];
  globalThis.fetch = async (address, init) => {
    const path = new URL(String(address), 'http://here').pathname.replace(/^\/api/, '');
    const method = init?.method ?? 'GET';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    heard.push({ method, path, body });
    const answer = answers[`${method} ${path}`]?.(body) ?? { status: 404, body: { detail: 'Not found' } };
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 });
  };
  return { heard };
}
