import {
  type DocumentKind,
  documentKinds,
  documentNames,
  type VerificationStatus,
  verificationStatuses,
} from '@boli/shared/drivers/drivers.schema';
import { AppError, Forbidden } from '../core/errors';
import { settings } from '../settings';
import type { Accepted, Verdict } from '../uploads/validate-file';
import type { DriverProfileDocument } from './drivers.model';
import { isOnline } from './presence';

/** Whether a driver is available: the online switch counts only with a live connection. */
export function isAvailable(profile: DriverProfileDocument): boolean {
  return profile.online_switch && isOnline(profile.user_id);
}

/**
 * Returns the profile of a driver who may take part in the marketplace: see open requests, receive them by socket, and
 * quote. Throws 403 with the reason for a driver without a profile, a rejected one and, with
 * `REQUIRE_DRIVER_VERIFICATION`, one who is not verified.
 */
export function checkMayOffer(profile: DriverProfileDocument | null): DriverProfileDocument {
  if (!profile) throw new Forbidden('drivers.no_profile');
  const refusal = refusalOfOffers(profile);
  if (refusal) throw refusal;
  return profile;
}

/**
 * Whether `checkMayOffer` would pass now. Decides who receives pushes, and whether a quote that was submitted earlier
 * remains.
 */
export function mayOffer(profile: DriverProfileDocument | null | undefined): profile is DriverProfileDocument {
  return profile != null && refusalOfOffers(profile) === null;
}

/** The verification statuses with which drivers may take part in the marketplace now. */
export function offeringStatuses(): VerificationStatus[] {
  return verificationStatuses.filter(
    (verification_status) => refusalOfOffers({ verification_status, rejection_reason: null }) === null,
  );
}

type Decision = Pick<DriverProfileDocument, 'verification_status' | 'rejection_reason'>;

function refusalOfOffers(profile: Decision): Forbidden | null {
  const rejection = rejectionOf(profile);
  if (rejection) return rejection;
  const isWaiting = settings().REQUIRE_DRIVER_VERIFICATION && profile.verification_status !== 'verified';
  return isWaiting ? new Forbidden('drivers.verification_required') : null;
}

function rejectionOf({ verification_status, rejection_reason }: Decision): Forbidden | null {
  if (verification_status !== 'rejected') return null;
  if (!rejection_reason) return new Forbidden('drivers.rejected_plain');
  return new Forbidden('drivers.rejected', { reason: rejection_reason });
}

/** Throws 400 for a new profile that lacks one of its five documents, naming each missing one. */
export function checkAllDocuments(given: Partial<Record<DocumentKind, unknown>>): void {
  const code = 'drivers.all_documents' as const;
  const missing = documentNames.filter((name) => !given[name]);
  if (missing.length === 0) return;
  throw new AppError(400, code, { fields: missing.map((field) => ({ field, key: code })) });
}

/** Throws 415 for a document of the wrong file type, 400 for one that cannot be read or must not be stored. */
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
    case 'active_pdf':
    case 'encrypted_pdf':
    case 'broken_pdf':
      throw pdf ? refusal(400, `drivers.${verdict.kind}`, name) : refusal(415, 'drivers.image_only', name);
    case 'other':
      throw refusal(415, pdf ? 'drivers.image_or_pdf' : 'drivers.image_only', name);
  }
}

type Refusal =
  | 'drivers.image_only'
  | 'drivers.image_or_pdf'
  | 'drivers.heic'
  | 'drivers.broken_image'
  | 'drivers.active_pdf'
  | 'drivers.encrypted_pdf'
  | 'drivers.broken_pdf';

function refusal(status: number, code: Refusal, field: DocumentKind): AppError {
  return new AppError(status, code, { fields: [{ field, key: code }] });
}

/** Whether an edit needs a new decision of an admin, because the licence number or any document changes. */
export function needsNewVerification(
  before: DriverProfileDocument,
  after: { license_number?: string; files: object },
): boolean {
  const licenseChanged = after.license_number !== undefined && after.license_number !== before.license_number;
  return licenseChanged || Object.keys(after.files).length > 0;
}

/** Normalises a licence number: notations of the same number give the same key. */
export function licenseKey(licenseNumber: string): string {
  return licenseNumber.replace(/[\s-]/g, '').toUpperCase();
}
