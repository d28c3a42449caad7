import { SimpleGrid, TextInput } from '@mantine/core';
import type { Fields } from '../../../core/form';
import { t } from '../../../core/t';
import type { ProfileTexts } from './save-profile';

/** Car, its number, years, licence and UPI ID. */
export function ProfileTextFields({ form }: { form: Fields<ProfileTexts> }) {
  return (
    <>
      <TextInput label={t('drivers.car_model')} required {...form.field('car_model')} />
      <TextInput
        label={t('drivers.vehicle_number')}
        description={t('drivers.vehicle_number_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('vehicle_number')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label={t('drivers.experience_years')}
          type="number"
          min={0}
          max={80}
          step={1}
          inputMode="numeric"
          required
          {...form.field('experience_years')}
        />
        <TextInput
          label={t('drivers.license_number')}
          required
          autoCapitalize="characters"
          {...form.field('license_number')}
        />
      </SimpleGrid>
      <TextInput
        label={t('drivers.upi_id')}
        description={t('drivers.upi_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('upi_id')}
      />
    </>
  );
}
