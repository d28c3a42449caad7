import { type DocumentKind, type DriverProfile, documentNames } from '@boli/shared/drivers/drivers.schema';
import { useState } from 'react';
import type { ApiError } from '../../../core/api';
import { t } from '../../../core/t';
import { clearErrors, toast } from '../../../core/toast';
import { fileFault } from './documents';
import type { Files } from './save-profile';

type Faults = Partial<Record<DocumentKind, string>>;

export interface Documents {
  files: Files;
  faults: Faults;
  choose: (kind: DocumentKind, file: File | null) => void;
  /** Notes what is missing of the five, and names the first; null where nothing is. */
  firstMissing: () => DocumentKind | null;
  /** Shows the server's word on single files, and gives the first; null where it said nothing of any. */
  refused: (error: ApiError) => string | null;
  clear: () => void;
}

/** Whether the server found no picture in a file that is one by its name: "choose a picture" would not help. */
function isDamaged(file: File | undefined, code: string): boolean {
  return /^drivers\.image_(only|or_pdf)$/.test(code) && file !== undefined && /\.(jpe?g|png)$/i.test(file.name);
}

/** The files chosen for a profile. A faulty one is told of and not kept. */
export function useDocuments(profile: DriverProfile | null): Documents {
  const [files, setFiles] = useState<Files>({});
  const [faults, setFaults] = useState<Faults>({});

  const choose = (kind: DocumentKind, file: File | null) => {
    const { [kind]: _held, ...others } = files;
    const { [kind]: _told, ...otherFaults } = faults;
    const fault = file && fileFault(kind, file);
    if (fault) {
      toast.error(t(fault), kind);
      setFaults({ ...otherFaults, [kind]: t(fault) });
      // What was chosen before stays: the faulty file alone is not kept.
      return;
    }
    clearErrors(kind);
    setFaults(otherFaults);
    setFiles(file ? { ...others, [kind]: file } : others);
  };

  const firstMissing = () => {
    const missing = documentNames.filter((kind) => !files[kind] && !profile?.[kind]);
    const [first] = missing;
    if (profile || !first) return null;
    setFaults(Object.fromEntries(missing.map((kind) => [kind, faults[kind] ?? t('common.required')])));
    toast.error(t('drivers.all_documents'));
    return first;
  };

  const refused = (error: ApiError) => {
    const told: Faults = {};
    for (const { field, message, code } of error.errors) {
      const kind = documentNames.find((name) => name === field);
      if (kind) told[kind] = isDamaged(files[kind], code) ? t('drivers.broken_image') : message;
    }
    setFaults(told);
    return Object.values(told)[0] ?? null;
  };

  return {
    files,
    faults,
    choose,
    firstMissing,
    refused,
    clear: () => {
      setFiles({});
      setFaults({});
    },
  };
}
