import { type DocumentKind, documentKinds } from '@boli/shared/drivers/drivers.schema';
import { ActionIcon, Flex, Group, Stack, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheckFilled,
  IconFileAlert,
  IconFileCheck,
  IconFilePlus,
  IconFileTypePdf,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { onServer } from '../../../core/server';
import { t } from '../../../core/t';
import { acceptOf, documentLabels, formatFileSize } from './documents';
import classes from './UploadRow.module.css';

interface UploadRowProps {
  kind: DocumentKind;
  file: File | null;
  /** The URL of the file on the server; null if none is stored. */
  stored: string | null;
  error: string | null;
  /** The progress of the upload in percent; null while nothing is being sent. */
  percent: number | null;
  onChoose: (file: File | null) => void;
  onCancel: () => void;
}

/** An object URL of a chosen picture; null for none and for other files. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
}

function Thumbnail({ file, stored, failed }: { file: File | null; stored: string | null; failed: boolean }) {
  const preview = usePreview(file);
  const [broken, setBroken] = useState<string | null>(null);
  const source = file ? preview : stored && onServer(stored);
  const isPdf = file?.type === 'application/pdf' || (!file && stored !== null);
  if (source && source !== broken) {
    return <img className={classes.thumbnail} src={source} alt="" onError={() => setBroken(source)} />;
  }
  const Sign = failed ? IconFileAlert : isPdf ? IconFileTypePdf : file ? IconFileCheck : IconFilePlus;
  return (
    <span className={`${classes.thumbnail} ${failed ? classes.bad : ''}`}>
      <Sign size={24} stroke={1.75} aria-hidden />
    </span>
  );
}

function StateLine({ kind, file, stored, error, percent }: UploadRowProps): ReactNode {
  if (error)
    return (
      <Flex component="span" align="flex-start" gap="tight" c="var(--boli-danger)" fz="meta" lh="meta" role="alert">
        <IconAlertCircle size={16} aria-hidden />
        {error}
      </Flex>
    );
  if (percent !== null && file) {
    return (
      <Flex component="span" align="flex-start" gap="tight" c="dimmed" fz="meta" lh="meta">
        {t('drivers.file_uploading', { percent })}
      </Flex>
    );
  }
  const marker = stored !== null && (
    <Flex
      component="span"
      align="flex-start"
      gap="tight"
      c="var(--boli-green)"
      fz="meta"
      lh="meta"
      fw="var(--mantine-font-weight-medium)"
    >
      <IconCircleCheckFilled size={16} aria-hidden />
      {t('drivers.already_uploaded')}
    </Flex>
  );
  const chosen = file && (
    <Flex
      component="span"
      align="flex-start"
      gap="tight"
      c="var(--boli-brand)"
      fz="meta"
      lh="meta"
      fw="var(--mantine-font-weight-medium)"
    >
      <IconFileCheck size={16} aria-hidden />
      <span className="one-line">{t('drivers.file_chosen', { name: file.name, size: formatFileSize(file.size) })}</span>
    </Flex>
  );
  if (!marker && !chosen) {
    const word = documentKinds[kind].pdf ? 'drivers.file_missing_pdf' : 'drivers.file_missing_image';
    return (
      <Flex component="span" align="flex-start" gap="tight" c="dimmed" fz="meta" lh="meta">
        {t(word)}
      </Flex>
    );
  }
  return (
    <>
      {chosen}
      {marker}
    </>
  );
}

/**
 * One document: picture, name, state, and Choose or Replace, whose label the invisible file input covers. A second button
 * cancels the upload, or drops the chosen file if another one is stored.
 */
export function UploadRow(props: UploadRowProps) {
  const { kind, file, stored, error, percent, onChoose, onCancel } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const name = t(documentLabels[kind]);
  const sending = percent !== null && file !== null;
  const action = t(file || stored ? 'drivers.file_replace' : 'drivers.file_choose');
  const look = error ? classes.failed : file || stored ? '' : classes.missing;
  return (
    <Group className={`boli-card ${look}`} gap="sm" wrap="nowrap">
      <Thumbnail file={file} stored={stored} failed={error !== null} />
      <Stack gap={0} miw={0} flex="1 1 7rem">
        <Text span inherit lh="row" fw="var(--mantine-font-weight-medium)" id={`${id}-name`}>
          {name}
        </Text>
        <span id={`${id}-state`}>
          <StateLine {...props} />
        </span>
        {sending && <progress className={classes.progress} max={100} value={percent} aria-labelledby={`${id}-name`} />}
      </Stack>
      <label className={classes.action} hidden={sending}>
        <span aria-hidden>{action}</span>
        <input
          ref={input}
          type="file"
          name={kind}
          accept={acceptOf(kind)}
          required={!stored && !file}
          className={classes.input}
          aria-label={t('drivers.file_action', { action, name })}
          aria-describedby={`${id}-state`}
          aria-invalid={error !== null}
          onChange={(event) => {
            onChoose(event.currentTarget.files?.[0] ?? null);
            // Resets the input, so that the same file can be chosen again after an error; the form never sends this
            // field.
            event.currentTarget.value = '';
          }}
        />
      </label>
      {sending && (
        <ActionIcon aria-label={t('drivers.file_cancel', { name })} onClick={onCancel}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {file && stored && !sending && (
        <ActionIcon
          aria-label={t('drivers.file_action', { action: t('drivers.file_clear'), name })}
          onClick={() => onChoose(null)}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
