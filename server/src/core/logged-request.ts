/** Query parameters that grant access to anybody who has them: links in mails, and addresses of signed files. */
const SECRETS = /([?&](?:reset|confirm|sig|token)=)[^&#]*/g;

interface SerializedRequest {
  url?: string;
  query?: unknown;
  headers?: Record<string, unknown>;
}

/** A request as it is logged: without the parts of its URL, or of its referrer, that grant access. */
export function loggedRequest<R extends SerializedRequest>(request: R): R {
  const { query: _query, ...rest } = request;
  const referer = request.headers?.referer;
  return {
    ...rest,
    ...(request.url !== undefined && { url: withoutSecrets(request.url) }),
    ...(request.headers && {
      headers: { ...request.headers, ...(typeof referer === 'string' && { referer: withoutSecrets(referer) }) },
    }),
  } as R;
}

function withoutSecrets(address: string): string {
  return address.replace(SECRETS, '$1[removed]');
}
