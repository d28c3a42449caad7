import { type DocumentKind, type DriverProfile, documentNames } from '@boli/shared/drivers/drivers.schema';
import { useState } from 'react';
import type { ApiError } from '../../core/api';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { fileFault } from './documents';
import type { Files } from './save-profile';

type Faults = Partial<Record<DocumentKind, string>>;

export interface Documents {
  files: Files;
  faults: Faults;
  choose: (kind: DocumentKind, file: File | null) => void;
  /** Notes what is missing of the five, and names the first; null where nothing is. */
  firstMissing: () => DocumentKind | null;
  /** Shows the server's word on single files. */
  refused: (error: ApiError) => void;
  clear: () => void;
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
      toast.error(t(fault));
      setFaults({ ...otherFaults, [kind]: t(fault) });
      // What was chosen before stays: the faulty file alone is not kept.
      return;
    }
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
    for (const { field, message } of error.errors) {
      const kind = documentNames.find((name) => name === field);
      if (kind) told[kind] = message;
    }
    setFaults(told);
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
