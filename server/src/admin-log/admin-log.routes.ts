import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as endpoints from '@boli/shared/admin-log/admin-log.endpoints';
import type { Router } from 'express';
import { clock } from '../core/clock';
import { csvFile } from '../core/csv';
import { logger } from '../core/logger';
import { page, route } from '../core/route';
import type { AdminLogDocument } from './admin-log.model';
import { entryColumns, presentEntry, presentLine } from './admin-log.presenter';
import { adminLog } from './admin-log.repository';
import { listAdminLog } from './admin-log.service';

/** Mounts the admin log: its list and its CSV export. */
export function adminLogRoutes(router: Router): void {
  route(router, endpoints.listAdminLog, async ({ query }) => {
    const { rows, total } = await listAdminLog(query, query);
    return page(rows.map(presentEntry), total);
  });
  route(router, endpoints.exportAdminLog, async ({ query, response }) => {
    const name = `boli-admin-log-${clock.now().toISOString().slice(0, 10)}.csv`;
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
    const file = csvFile(entryColumns, lines(adminLog.every(query)));
    // The status cannot change after the first chunk: closing the connection shows that the file is incomplete.
    await pipeline(Readable.from(file), response).catch((error: unknown) => {
      logger.error({ err: error }, 'an export of the admin log was aborted');
      response.destroy();
    });
  });
}

async function* lines(entries: AsyncIterable<AdminLogDocument>) {
  for await (const entry of entries) yield presentLine(entry);
}
