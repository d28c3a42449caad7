import { MAX_UPLOAD_BYTES } from '@boli/shared/core/constants';
import type { MessageKey } from '@boli/shared/core/messages';
import { type DocumentKind, documentKinds } from '@boli/shared/drivers/drivers.schema';
import { currentLocale } from '../../../core/language';

export const documentLabels = {
  driver_photo: 'drivers.driver_photo',
  vehicle_image: 'drivers.vehicle_image',
  rc_document: 'drivers.rc_document',
  license_document: 'drivers.license_document',
  fitness_document: 'drivers.fitness_document',
} as const satisfies Record<DocumentKind, MessageKey>;

const IMAGES = 'image/jpeg,image/png,.jpg,.jpeg,.png';

/** The `accept` attribute of a document's file input. The server validates the content as well. */
export function acceptOf(kind: DocumentKind): string {
  return documentKinds[kind].pdf ? `${IMAGES},application/pdf,.pdf` : IMAGES;
}

const endsIn = (file: File, ends: RegExp, type: RegExp) => ends.test(file.name) || type.test(file.type);

/** The validation error of a chosen file, before any scaling; null when valid. */
export function validateFile(kind: DocumentKind, file: File): MessageKey | null {
  if (file.size > MAX_UPLOAD_BYTES) return 'drivers.file_too_large';
  if (endsIn(file, /\.(heic|heif|webp)$/i, /^image\/(heic|heif|webp)/)) return 'drivers.heic';
  if (endsIn(file, /\.(jpe?g|png)$/i, /^image\/(jpeg|png)$/)) return null;
  if (!documentKinds[kind].pdf) return 'drivers.image_only';
  return endsIn(file, /\.pdf$/i, /^application\/pdf$/) ? null : 'drivers.image_or_pdf';
}

/** The size as text: '640 kB' or '3.1 MB', at least '1 kB'. */
export function formatFileSize(bytes: number): string {
  const [value, unit] = bytes < 1_048_576 ? [Math.max(1, bytes / 1024), 'kilobyte'] : [bytes / 1_048_576, 'megabyte'];
  return new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(value);
}

const LONGEST_SIDE = 2_000;

/**
 * Scales a large picture down; any other file, and one that this browser cannot decode, is returned unchanged (the
 * server validates it).
 */
export async function scaledDown(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type) || typeof createImageBitmap !== 'function') return file;
  let picture: ImageBitmap | null = null;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = LONGEST_SIDE / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const brush = canvas.getContext('2d');
    if (!brush) return file;
    // JPEG has no transparency: transparent pixels become white.
    brush.fillStyle = 'white';
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.88));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return file;
  } finally {
    picture?.close();
  }
}

/**
 * The upload progress of each part in percent, after `sent` bytes of all parts, which are sent in order. Sizes in
 * bytes.
 */
export function uploadProgress(parts: readonly { name: DocumentKind; size: number }[], sent: number) {
  const shares: Partial<Record<DocumentKind, number>> = {};
  let before = 0;
  for (const { name, size } of parts) {
    shares[name] = Math.round(Math.min(1, Math.max(0, (sent - before) / Math.max(1, size))) * 100);
    before += size;
  }
  return shares;
}
