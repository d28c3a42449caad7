import * as endpoints from '@boli/shared/auth/auth.endpoints';
import type { Request, Router } from 'express';
import { languageOf } from '../core/language';
import { logger } from '../core/logger';
import { route } from '../core/route';
import { presentAccountSession, presentSession, presentUser } from './auth.presenter';
import * as auth from './auth.service';
import { prepareDecoy } from './passwords';
import * as recovery from './recovery.service';
import * as sessions from './sessions.service';

/** Mounts registration, sign-in, sessions, passwords and the links of mails. */
export function authRoutes(router: Router): void {
  prepareDecoy().catch((error: unknown) =>
    logger.error({ err: error }, 'the decoy password hash could not be computed'),
  );
  route(router, endpoints.register, async ({ body, request }) =>
    presentSession(await auth.register(body, clientOf(request))),
  );
  route(router, endpoints.login, async ({ body, request }) =>
    presentSession(await auth.login(body, clientOf(request))),
  );
  route(router, endpoints.me, async ({ actor }) => presentUser(await auth.me(actor)));
  route(router, endpoints.saveAccount, async ({ actor, body }) => presentUser(await auth.saveAccount(actor, body)));
  route(router, endpoints.changePassword, async ({ actor, body, request }) =>
    presentSession(await auth.changePassword(actor, body, clientOf(request))),
  );
  route(router, endpoints.logout, ({ actor }) => sessions.logout(actor));
  route(router, endpoints.listSessions, async ({ actor }) => {
    const rows = await sessions.listSessions(actor);
    return rows.map((row) => presentAccountSession(row, sessions.isCurrent(actor, row._id)));
  });
  route(router, endpoints.endSession, ({ actor, params }) => sessions.endSession(actor, params.id));
  route(router, endpoints.logoutAll, ({ actor }) => auth.logoutAll(actor));
  route(router, endpoints.forgotPassword, ({ body, request }) => recovery.forgot(body.email, clientOf(request)));
  route(router, endpoints.resetPassword, ({ body, request }) => recovery.reset(body, clientOf(request)));
  route(router, endpoints.sendConfirmation, ({ actor, request }) =>
    recovery.sendConfirmation(actor, clientOf(request)),
  );
  route(router, endpoints.confirmEmail, ({ body, request }) => recovery.confirm(body.token, addressOf(request)));
}

function addressOf(request: Request): string {
  return request.ip ?? 'unknown';
}

function clientOf(request: Request): sessions.Client {
  return { address: addressOf(request), userAgent: request.headers['user-agent'], language: languageOf(request) };
}
