import { MAX_COST_PER_KM } from '@boli/shared/drivers/drivers.schema';
import { vehicleClasses } from '@boli/shared/fares/fares.schema';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { Fields } from '../../../core/form';
import { t } from '../../../core/t';
import type { ProfileTexts } from './save-profile';

/**
 * The fields for the car, its number and class, the years of experience, the licence, the UPI ID and the cost of a
 * kilometre.
 */
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
      <NativeSelect
        label={t('fares.vehicle_class')}
        description={t('fares.vehicle_class_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: '', label: t('fares.class_none') },
          ...vehicleClasses.map((name) => ({ value: name, label: t(`fares.class_${name}`) })),
        ]}
        {...form.field('vehicle_class')}
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
      <TextInput
        label={t('earned.cost_per_km')}
        description={t('earned.cost_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="number"
        min={0}
        max={MAX_COST_PER_KM}
        step={0.01}
        inputMode="decimal"
        {...form.field('cost_per_km')}
      />
    </>
  );
}
