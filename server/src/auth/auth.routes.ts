import * as endpoints from '@boli/shared/auth/auth.endpoints';
import type { Router } from 'express';
import { logger } from '../core/logger';
import { route } from '../core/route';
import { presentSession, presentUser } from './auth.presenter';
import * as auth from './auth.service';
import { prepareDecoy } from './passwords';

export function authRoutes(router: Router): void {
  prepareDecoy().catch((error: unknown) => logger.error({ err: error }, 'the decoy hash could not be made'));
  route(router, endpoints.register, async ({ body, request }) =>
    presentSession(await auth.register(body, addressOf(request))),
  );
  route(router, endpoints.login, async ({ body, request }) =>
    presentSession(await auth.login(body, addressOf(request))),
  );
  route(router, endpoints.me, async ({ actor }) => presentUser(await auth.me(actor)));
  route(router, endpoints.saveAccount, async ({ actor, body }) => presentUser(await auth.saveAccount(actor, body)));
  route(router, endpoints.changePassword, async ({ actor, body, request }) =>
    presentSession(await auth.changePassword(actor, body, addressOf(request))),
  );
  route(router, endpoints.logoutAll, ({ actor }) => auth.logoutAll(actor));
}

function addressOf(request: { ip?: string | undefined }): string {
  return request.ip ?? 'unknown';
}
