import { type Message, say } from '@boli/shared/core/messages';
import { type DocumentKind, type DriverProfile, documentNames } from '@boli/shared/drivers/drivers.schema';
import { useState } from 'react';
import type { ApiError } from '../../../core/api';
import { currentLanguage } from '../../../core/language';
import { t } from '../../../core/t';
import { clearErrors, toast } from '../../../core/toast';
import { validateFile } from './documents';
import type { Files } from './save-profile';

type DocumentErrors<T = string> = Partial<Record<DocumentKind, T>>;
/** Errors of this page are translated when they are shown, because the language may change; those of the server are not. */
type HeldErrors = DocumentErrors<Message | string>;

const shown = (errors: HeldErrors): DocumentErrors =>
  Object.fromEntries(Object.entries(errors).map(([kind, error]) => [kind, say(error, currentLanguage())]));

export interface Documents {
  files: Files;
  errors: DocumentErrors;
  choose: (kind: DocumentKind, file: File | null) => void;
  /**
   * Shows an error at each missing document and returns the first missing one; null if none is missing, and for a
   * stored profile.
   */
  firstMissing: () => DocumentKind | null;
  /** Shows the server's errors at their files and returns the first text; null for none. */
  showServerErrors: (error: ApiError) => string | null;
  clear: () => void;
}

/** Whether the server could not decode a file named like a picture: the text "choose a picture" would not help then. */
function isDamaged(file: File | undefined, code: string): boolean {
  return /^drivers\.image_(only|or_pdf)$/.test(code) && file !== undefined && /\.(jpe?g|png)$/i.test(file.name);
}

/** The subject of the toast which says that documents are missing. */
const ALL = 'documents';

/** The files chosen for a profile. An invalid one shows an error and is not kept. */
export function useDocuments(profile: DriverProfile | null): Documents {
  const [files, setFiles] = useState<Files>({});
  const [errors, setErrors] = useState<HeldErrors>({});

  const choose = (kind: DocumentKind, file: File | null) => {
    const { [kind]: _held, ...others } = files;
    const { [kind]: _old, ...otherErrors } = errors;
    const errorKey = file && validateFile(kind, file);
    if (errorKey) {
      toast.error(t(errorKey), kind);
      setErrors({ ...otherErrors, [kind]: { key: errorKey } });
      // The file chosen before stays: only the invalid one is dropped.
      return;
    }
    clearErrors(kind);
    setErrors(otherErrors);
    const chosen: Files = file ? { ...others, [kind]: file } : others;
    if (documentNames.every((name) => chosen[name])) clearErrors(ALL);
    setFiles(chosen);
  };

  const firstMissing = () => {
    const missing = documentNames.filter((kind) => !files[kind] && !profile?.[kind]);
    const [first] = missing;
    if (profile || !first) return null;
    setErrors(Object.fromEntries(missing.map((kind) => [kind, errors[kind] ?? { key: 'common.required' }])));
    toast.error(t('drivers.all_documents'), ALL);
    return first;
  };

  const showServerErrors = (error: ApiError) => {
    const found: HeldErrors = {};
    for (const { field, message, code } of error.errors) {
      const kind = documentNames.find((name) => name === field);
      if (kind) found[kind] = isDamaged(files[kind], code) ? { key: 'drivers.broken_image' } : message;
    }
    setErrors(found);
    return Object.values(shown(found))[0] ?? null;
  };

  return {
    files,
    errors: shown(errors),
    choose,
    firstMissing,
    showServerErrors,
    clear: () => {
      setFiles({});
      setErrors({});
    },
  };
}
