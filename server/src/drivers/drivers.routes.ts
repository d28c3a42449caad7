import * as endpoints from '@boli/shared/drivers/drivers.endpoints';
import { documentNames } from '@boli/shared/drivers/drivers.schema';
import type { Request, Router } from 'express';
import { route } from '../core/route';
import { formFiles, readForm, workOnForm } from '../uploads/form';
import type { UploadedDocuments } from './documents';
import { presentProfile } from './drivers.presenter';
import * as drivers from './drivers.service';
import { driversNear } from './drivers-near';

/**
 * Mounts the calls of drivers on their profile, and the count of drivers near a point. `GET /driver/earnings` is mounted
 * by the folder settlements, whose sums it shows.
 */
export function driverRoutes(router: Router): void {
  const form = [readForm(documentNames)];
  route(router, endpoints.readProfile, async ({ actor, query }) => {
    const profile = query.missing === 'null' ? await drivers.profileOf(actor) : await drivers.myProfile(actor);
    return profile && presentProfile(profile, actor.id);
  });
  route(
    router,
    endpoints.createProfile,
    ({ actor, body, request, response }) =>
      workOnForm(request, response, async () =>
        presentProfile(await drivers.createProfile(actor, body, uploadedIn(request)), actor.id),
      ),
    form,
  );
  route(
    router,
    endpoints.updateProfile,
    ({ actor, body, request, response }) =>
      workOnForm(request, response, async () =>
        presentProfile(await drivers.updateProfile(actor, body, uploadedIn(request)), actor.id),
      ),
    form,
  );
  route(router, endpoints.setAvailability, async ({ actor, body }) => {
    const profile = await drivers.setAvailability(actor, body);
    return { is_available: profile.online_switch };
  });
  route(router, endpoints.readDriversNear, ({ query }) => driversNear(query));
}

function uploadedIn(request: Request): UploadedDocuments {
  const files = formFiles(request);
  const given = documentNames.flatMap((name) => (files[name] ? [[name, files[name].path]] : []));
  return { paths: Object.fromEntries(given), address: request.ip ?? 'unknown' };
}
