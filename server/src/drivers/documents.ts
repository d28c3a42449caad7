import { type DocumentKind, documentNames } from '@boli/shared/drivers/drivers.schema';
import { Queues } from '../core/queues';
import { type Accepted, judgeFile } from '../uploads/judge';
import { diskStorage } from '../uploads/storage';
import { checkVerdict } from './drivers.policy';
import { profiles } from './drivers.repository';

/** Ids of stored files by document. */
export type StoredDocuments = Partial<Record<DocumentKind, string>>;

/** Contents of uploaded files by document. */
export type UploadedDocuments = Partial<Record<DocumentKind, Uint8Array>>;

/** Pictures are decoded one after the other over the whole process: five large ones at once would take its memory. */
const decoding = new Queues();

/** Judges every file before storing any; what is stored is safe to hand out. Throws 400 or 415 naming the document. */
export async function storeDocuments(uploaded: UploadedDocuments): Promise<StoredDocuments> {
  const judged: [DocumentKind, Accepted][] = [];
  for (const name of documentNames) {
    const bytes = uploaded[name];
    if (!bytes) continue;
    const verdict = await decoding.run('pictures', () => judgeFile(bytes));
    checkVerdict(name, verdict);
    judged.push([name, verdict]);
  }
  const stored: StoredDocuments = {};
  try {
    for (const [name, { bytes, extension }] of judged) stored[name] = await diskStorage.save(bytes, extension);
  } catch (error) {
    await removeDocuments(stored);
    throw error;
  }
  return stored;
}

export async function removeDocuments(stored: { [N in DocumentKind]?: string | null }): Promise<void> {
  await diskStorage.remove(documentNames.flatMap((name) => stored[name] ?? []));
}

/** Long after any form has been stored or refused. */
const ORPHAN_AFTER_MS = 3_600_000;

/** Removes files that no profile names: a process ended between storing them and storing the profile. */
export async function removeOrphans(): Promise<void> {
  const old = await diskStorage.olderThan(ORPHAN_AFTER_MS);
  if (old.length === 0) return;
  const named = await profiles.namedFiles(old);
  await diskStorage.remove(old.filter((id) => !named.has(id)));
}
