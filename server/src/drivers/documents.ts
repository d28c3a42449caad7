import { readFile } from 'node:fs/promises';
import { type DocumentKind, documentNames } from '@boli/shared/drivers/drivers.schema';
import { decode } from '../uploads/decoding';
import { removeFiles, removeOldFiles, saveFile } from '../uploads/files';
import { type Accepted, validateFile } from '../uploads/validate-file';
import { checkVerdict } from './drivers.policy';
import { profiles } from './drivers.repository';

/** Ids of stored files by document. */
export type StoredDocuments = Partial<Record<DocumentKind, string>>;

/** The paths of the uploaded files, by document, and the IP address that sent them. */
export interface UploadedDocuments {
  readonly paths: Partial<Record<DocumentKind, string>>;
  readonly address: string;
}

/**
 * Validates every file of this account before storing any; stored files are safe to show to others. Throws 400 or 415
 * naming the document, 429 when the account has used up its budget of decoding time, 503 when the server is too busy.
 */
export async function storeDocuments(account: string, uploaded: UploadedDocuments): Promise<StoredDocuments> {
  const judged: [DocumentKind, Accepted][] = [];
  for (const name of documentNames) {
    const path = uploaded.paths[name];
    if (!path) continue;
    const verdict = await decode({ account, address: uploaded.address }, async () =>
      validateFile(await readFile(path)),
    );
    checkVerdict(name, verdict);
    judged.push([name, verdict]);
  }
  const stored: StoredDocuments = {};
  try {
    for (const [name, { bytes, extension }] of judged) stored[name] = await saveFile(bytes, extension);
  } catch (error) {
    await removeDocuments(stored);
    throw error;
  }
  return stored;
}

/** Removes the stored files of these documents; null and absent ones are ignored. */
export async function removeDocuments(stored: { [N in DocumentKind]?: string | null }): Promise<void> {
  await removeFiles(documentNames.flatMap((name) => stored[name] ?? []));
}

/** Files that no profile references are removed after this time: an upload is stored or refused long before. */
const ORPHAN_AFTER_MS = 3_600_000;

/** Removes files that no profile references: a process ended between storing them and storing the profile. */
export async function removeOrphans(): Promise<void> {
  await removeOldFiles(ORPHAN_AFTER_MS, profiles.namedFiles);
}
