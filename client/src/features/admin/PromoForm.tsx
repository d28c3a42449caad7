import { createPromo } from '@boli/shared/promos/promos.endpoints';
import { type discountTypes, type Promo, PromoInput } from '@boli/shared/promos/promos.schema';
import { Flex, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useId } from 'react';
import { z } from 'zod';
import { call } from '../../core/api';
import type { Fields } from '../../core/form';
import { t } from '../../core/t';
import { useForm } from '../../core/use-form';
import { AppDialog } from '../../ui/AppDialog';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { DialogButtons } from '../../ui/DialogButtons';

type Kind = (typeof discountTypes)[number];

/** The typed texts; the shared schema validates them. */
interface Typed {
  code: string;
  discount_type: Kind;
  discount_value: string;
  max_discount: string;
  min_fare: string;
  per_customer: string;
  total_limit: string;
  starts_at: string;
  ends_at: string;
  first_ride_only: boolean;
}

const initial: Typed = {
  code: '',
  discount_type: 'percentage',
  discount_value: '',
  max_discount: '',
  min_fare: '',
  per_customer: '1',
  total_limit: '',
  starts_at: '',
  ends_at: '',
  first_ride_only: false,
};

const number = (text: string) => (text.trim() === '' ? undefined : Number(text));
const time = (text: string) => (text === '' ? undefined : new Date(text).toISOString());

/** The request body from the typed texts; an empty text is left out. */
function promoBody(typed: Typed) {
  const isPercent = typed.discount_type === 'percentage';
  return {
    code: typed.code,
    discount_type: typed.discount_type,
    discount_value: number(typed.discount_value),
    max_discount: isPercent ? number(typed.max_discount) : undefined,
    min_fare: number(typed.min_fare),
    per_customer: number(typed.per_customer),
    total_limit: number(typed.total_limit),
    starts_at: time(typed.starts_at),
    ends_at: time(typed.ends_at),
    first_ride_only: typed.first_ride_only,
  };
}

const schema = z.preprocess((typed) => promoBody({ ...initial, ...Object(typed) }), PromoInput);

const kinds = ['percentage', 'fixed'] as const satisfies readonly Kind[];

interface PromoFormProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (promo: Promo) => void;
}

function useNewPromo({ onClose, onCreated }: PromoFormProps) {
  return useForm<Typed, Promo>({
    schema,
    initial,
    draft: 'promo',
    send: (typed) => call(createPromo, { body: { ...promoBody(typed), discount_value: Number(typed.discount_value) } }),
    successMessage: 'admin.promo_created',
    errorMessage: 'admin.promo_create_failed',
    fieldErrorsOnly: true,
    onSuccess: (promo) => {
      onCreated(promo);
      onClose();
    },
  });
}

function PromoFields({ fields: { field, values, set } }: { fields: Fields<Typed> }) {
  const amount = { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } as const;
  const count = { type: 'number', inputMode: 'numeric', min: 1, step: 1 } as const;
  const isPercent = values.discount_type === 'percentage';
  return (
    <>
      <TextInput label={t('admin.promo_code')} required maxLength={40} data-autofocus {...field('code')} />
      <Flex component="fieldset" direction="column" gap="xs">
        <legend>{t('admin.promo_kind')}</legend>
        {kinds.map((kind) => (
          <ChoiceRow
            key={kind}
            name="discount_type"
            value={kind}
            label={t(`admin.promo_${kind}`)}
            checked={values.discount_type === kind}
            onChoose={() => set('discount_type', kind)}
          />
        ))}
      </Flex>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label={t(isPercent ? 'admin.promo_percent_value' : 'admin.promo_fixed_value')}
          required
          {...amount}
          {...field('discount_value')}
        />
        {isPercent && <TextInput label={t('admin.promo_max')} {...amount} {...field('max_discount')} />}
      </SimpleGrid>
      <TextInput label={t('admin.promo_min_fare')} {...amount} {...field('min_fare')} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label={t('admin.promo_per_customer')} {...count} {...field('per_customer')} />
        <TextInput label={t('admin.promo_total_limit')} {...count} {...field('total_limit')} />
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label={t('admin.promo_starts')} type="datetime-local" {...field('starts_at')} />
        <TextInput label={t('admin.promo_ends')} type="datetime-local" {...field('ends_at')} />
      </SimpleGrid>
      <Switch
        size="md"
        label={t('admin.promo_first_ride')}
        checked={values.first_ride_only}
        onChange={(event) => set('first_ride_only', event.currentTarget.checked)}
      />
    </>
  );
}

/** The dialog that creates a promo code. */
export function PromoForm(props: PromoFormProps) {
  const { opened, onClose } = props;
  const id = useId();
  const form = useNewPromo(props);
  const footer = <DialogButtons form={id} send={t('admin.promo_create')} busy={form.busy} onClose={onClose} />;
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('admin.promo_new')} footer={footer}>
      <form id={id} noValidate className="boli-form" onSubmit={form.onSubmit}>
        <PromoFields fields={form} />
      </form>
    </AppDialog>
  );
}
