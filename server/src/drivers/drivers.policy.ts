import { translate } from '@boli/shared/core/messages';
import { type DocumentKind, documentKinds, documentNames } from '@boli/shared/drivers/drivers.schema';
import { AppError } from '../core/errors';
import type { Accepted, Verdict } from '../uploads/judge';
import type { DriverProfileDocument } from './drivers.model';
import { isOnline } from './presence';

/** The online switch counts only with a live connection. */
export function isAvailable(profile: DriverProfileDocument): boolean {
  return profile.online_switch && isOnline(profile.user_id);
}

/** Refuses a new profile that lacks one of its five documents, naming each that is missing. */
export function checkAllDocuments(given: Partial<Record<DocumentKind, unknown>>): void {
  const code = 'drivers.all_documents' as const;
  const missing = documentNames.filter((name) => !given[name]);
  if (missing.length === 0) return;
  throw new AppError(400, code, { fields: missing.map((field) => ({ field, message: translate(code), code })) });
}

/** Refuses what a document of this kind cannot be: 415 for the wrong kind of file, 400 for a picture that cannot be read. */
export function checkVerdict(name: DocumentKind, verdict: Verdict): asserts verdict is Accepted {
  const { pdf } = documentKinds[name];
  switch (verdict.kind) {
    case 'image':
      return;
    case 'pdf':
      if (pdf) return;
      throw refusal(415, 'drivers.image_only', name);
    case 'unsupported_picture':
      throw refusal(415, 'drivers.heic', name);
    case 'broken_picture':
      throw refusal(400, 'drivers.broken_image', name);
    case 'other':
      throw refusal(415, pdf ? 'drivers.image_or_pdf' : 'drivers.image_only', name);
  }
}

type Refusal = 'drivers.image_only' | 'drivers.image_or_pdf' | 'drivers.heic' | 'drivers.broken_image';

function refusal(status: number, code: Refusal, field: DocumentKind): AppError {
  return new AppError(status, code, { fields: [{ field, message: translate(code), code }] });
}

/** A change of the licence number or of any document needs a fresh look by an admin. */
export function needsNewVerification(
  before: DriverProfileDocument,
  after: { license_number?: string; files: object },
): boolean {
  const licenseChanged = after.license_number !== undefined && after.license_number !== before.license_number;
  return licenseChanged || Object.keys(after.files).length > 0;
}

/** A licence number without what people write differently. */
export function licenseKey(licenseNumber: string): string {
  return licenseNumber.replace(/[\s-]/g, '').toUpperCase();
}
