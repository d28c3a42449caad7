import { createProfile, updateProfile } from '@boli/shared/drivers/drivers.endpoints';
import { type DocumentKind, type DriverProfile, documentNames } from '@boli/shared/drivers/drivers.schema';
import { upload } from '../../../core/api';
import { scaledDown, uploadProgress } from './documents';

export type Files = Partial<Record<DocumentKind, File>>;
export type Shares = Partial<Record<DocumentKind, number>>;

export interface ProfileTexts {
  car_model: string;
  vehicle_number: string;
  vehicle_class: string;
  experience_years: string;
  license_number: string;
  upi_id: string;
  cost_per_km: string;
}

interface SaveOptions {
  /** Whether the profile exists already: it is then updated, not created. */
  exists: boolean;
  signal: AbortSignal;
  onShares: (shares: Shares) => void;
}

/**
 * Sends texts and chosen files in one request, and reports the progress of each file. Rejects with the ApiError (with
 * status 0 if the upload is aborted), or with the signal's reason if aborted before the upload begins.
 */
export async function saveProfile(texts: ProfileTexts, files: Files, options: SaveOptions): Promise<DriverProfile> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  const parts: { name: DocumentKind; size: number }[] = [];
  for (const name of documentNames) {
    const chosen = files[name];
    if (!chosen) continue;
    const file = await scaledDown(chosen);
    form.append(name, file, file.name);
    parts.push({ name, size: file.size });
  }
  options.signal.throwIfAborted();
  options.onShares(uploadProgress(parts, 0));
  return await upload(options.exists ? updateProfile : createProfile, form, {
    signal: options.signal,
    onProgress: (sent) => options.onShares(uploadProgress(parts, sent)),
  });
}
