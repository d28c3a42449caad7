import { TextInput } from '@mantine/core';
import type { Fields } from '../../core/form';
import { t } from '../../core/t';
import classes from './ProfileForm.module.css';
import type { ProfileTexts } from './save-profile';

/** Car, years, licence and UPI ID. */
export function ProfileTextFields({ form }: { form: Fields<ProfileTexts> }) {
  const field = (name: keyof ProfileTexts) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
    onBlur: () => form.left(name),
  });
  return (
    <>
      <TextInput label={t('drivers.car_model')} required {...field('car_model')} />
      <div className={classes.pair}>
        <TextInput
          label={t('drivers.experience_years')}
          type="number"
          min={0}
          max={80}
          step={1}
          inputMode="numeric"
          required
          {...field('experience_years')}
        />
        <TextInput
          label={t('drivers.license_number')}
          required
          autoCapitalize="characters"
          {...field('license_number')}
        />
      </div>
      <TextInput
        label={t('drivers.upi_id')}
        description={t('drivers.upi_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoCapitalize="none"
        spellCheck={false}
        {...field('upi_id')}
      />
    </>
  );
}
