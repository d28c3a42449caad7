import { type DriverProfile, documentNames, ProfileInput } from '@boli/shared/drivers/drivers.schema';
import { Flex, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../core/api';
import { focusField } from '../../../core/form';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { useForm } from '../../../core/use-form';
import { OnlineButton } from '../../../ui/OnlineButton';
import { Section } from '../../../ui/Section';
import classes from './ProfileForm.module.css';
import { ProfileTextFields } from './ProfileTextFields';
import { type ProfileTexts, type Shares, saveProfile } from './save-profile';
import { UploadRow } from './UploadRow';
import { useDocuments } from './use-documents';

const textsOf = (profile: DriverProfile | null): ProfileTexts => ({
  car_model: profile?.car_model ?? '',
  vehicle_number: profile?.vehicle_number ?? '',
  vehicle_class: profile?.vehicle_class ?? '',
  experience_years: profile ? String(profile.experience_years) : '',
  license_number: profile?.license_number ?? '',
  upi_id: profile?.upi_id ?? '',
  cost_per_km: String(profile?.cost_per_km ?? ''),
});

interface Props {
  /** Null for Driver Setup, which creates the profile. */
  profile: DriverProfile | null;
  onSaved: (profile: DriverProfile) => void;
}

interface DocumentsProps {
  documents: ReturnType<typeof useDocuments>;
  profile: DriverProfile | null;
  shares: Shares | null;
  onCancel: () => void;
}

function Documents({ documents, profile, shares, onCancel }: DocumentsProps) {
  return (
    <Flex component="fieldset" direction="column" gap="sm" mt="xs">
      <legend className={classes.legend}>{t('drivers.documents')}</legend>
      <Text size="sm" c="dimmed">
        {t('drivers.formats_hint')}
      </Text>
      {documentNames.map((kind) => (
        <UploadRow
          key={kind}
          kind={kind}
          file={documents.files[kind] ?? null}
          stored={profile?.[kind] ?? null}
          error={documents.errors[kind] ?? null}
          percent={shares?.[kind] ?? null}
          onChoose={(file) => documents.choose(kind, file)}
          onCancel={onCancel}
        />
      ))}
    </Flex>
  );
}

/** Sends fields and documents; `shares` is the progress of each file in percent, null while idle. */
function useSaving({ profile, onSaved }: Props) {
  const [shares, setShares] = useState<Shares | null>(null);
  const stop = useRef<AbortController | null>(null);
  const documents = useDocuments(profile);
  const form = useForm({
    schema: ProfileInput,
    initial: textsOf(profile),
    draft: profile ? 'profile-edit' : 'profile',
    send: (texts: ProfileTexts) => {
      const sending = new AbortController();
      stop.current = sending;
      setShares({});
      return saveProfile(texts, documents.files, {
        exists: profile !== null,
        signal: sending.signal,
        onShares: setShares,
      }).finally(() => setShares(null));
    },
    successMessage: profile ? 'drivers.updated' : 'drivers.created',
    errorMessage: (error) => {
      if (stop.current?.signal.aborted) {
        toast.info(t('drivers.upload_cancelled'));
        return null;
      }
      const refusal = error instanceof ApiError ? documents.showServerErrors(error) : null;
      return refusal ?? errorText(error, 'drivers.save_failed');
    },
    valuesAfterSuccess: textsOf,
    onSuccess: (saved) => {
      documents.clear();
      onSaved(saved);
    },
  });
  return { form, documents, shares, cancel: () => stop.current?.abort() };
}

/** The driver's profile with its five documents, to create or to edit. A failure keeps all entries. */
export function ProfileForm({ profile, onSaved }: Props) {
  const { form, documents, shares, cancel } = useSaving({ profile, onSaved });

  // Fields and documents are validated together: one press shows everything that is missing.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const missing = documents.firstMissing();
    form.submit((texts) => (missing ? focusField(event.currentTarget, missing) : form.send(texts)))(event);
  };

  const word = form.busy ? 'drivers.saving' : profile ? 'drivers.update' : 'drivers.create';
  return (
    <Section
      title={t('drivers.form_title')}
      subtitle={t(profile ? 'drivers.form_edit_subtitle' : 'drivers.form_create_subtitle')}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <ProfileTextFields form={form} />
        <Documents documents={documents} profile={profile} shares={shares} onCancel={cancel} />
        <div className={classes.foot}>
          <OnlineButton type="submit" fullWidth disabled={form.busy}>
            {t(word)}
          </OnlineButton>
        </div>
      </form>
    </Section>
  );
}
