interface RecordedRequest {
  method: string;
  path: string;
  query: string;
  body: unknown;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** An HTML page of a proxy instead of the server's JSON. */
  page?: string;
  /** Whether the connection is dropped without a response. */
  lost?: boolean;
}

/**
 * A fake server for tests of screens: `answers` are its responses by 'METHOD /path' (without query). It records the
 * requests, and responds with 404 to those that are not listed.
 */
export function fakeServer(answers: Record<string, (body: unknown, query: string) => Answer>): {
  requests: RecordedRequest[];
} {
  const requests: RecordedRequest[] = [];
  globalThis.fetch = async (address, init) => {
    const { pathname, search } = new URL(String(address), 'http://here');
    const path = pathname.replace(/^\/api/, '');
    const method = init?.method ?? 'GET';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? null);
    requests.push({ method, path, query: search, body });
    const answer = answers[`${method} ${path}`]?.(body, search) ?? { status: 404, body: { detail: 'Not found' } };
    if (answer.lost) throw new TypeError('Failed to fetch');
    const status = answer.status ?? 200;
    return new Response(status === 204 ? null : (answer.page ?? JSON.stringify(answer.body ?? {})), {
      status,
      headers: answer.headers ?? {},
    });
  };
  return { requests };
}

/** Sends uploads, which use XMLHttpRequest, to the fake server as well. */
export function fakeUploads(): void {
  class Upload extends EventTarget {
    readonly upload = new EventTarget();
    responseType = '';
    status = 0;
    response: unknown = null;
    private call = { method: '', address: '' };

    open(method: string, address: string): void {
      this.call = { method, address };
    }

    setRequestHeader(): void {}

    send(body: FormData): void {
      const { method, address } = this.call;
      fetch(address, { method, body })
        .then(async (answer) => {
          this.status = answer.status;
          this.response = await answer.json().catch(() => null);
          this.dispatchEvent(new Event('load'));
        })
        .catch(() => this.dispatchEvent(new Event('error')));
    }

    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }
  }
  Object.defineProperty(globalThis, 'XMLHttpRequest', { configurable: true, writable: true, value: Upload });
}
