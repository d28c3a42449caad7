import { says } from '@boli/shared/core/fields';
import { validatePromo } from '@boli/shared/promos/promos.endpoints';
import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import { ActionIcon, Box, Flex, Group, Text, TextInput } from '@mantine/core';
import { IconRosetteDiscount, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { z } from 'zod';
import { call } from '../../core/api';
import { useFields } from '../../core/form';
import { perLanguage } from '../../core/language';
import { formatMoney } from '../../core/money';
import { useReachable } from '../../core/reachable';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { useAction } from '../../core/use-action';
import { OnlineButton } from '../../ui/OnlineButton';
import tones from '../../ui/Tones.module.css';
import classes from './PromoInput.module.css';

interface PromoInputProps {
  /** The fare in rupees that a code is applied to. */
  amount: number;
  applied: PromoAnswer | null;
  onChange: (applied: PromoAnswer | null) => void;
}

const schema = z.object({ promo_code: z.string().trim().min(1, says('promo.required')) });
/** Formats an amount without a currency sign: the message around it contains the sign. */
const twoDecimals = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
/** The fare for which the server computed this discount; the discount is valid for no other fare. */
const fareOf = ({ discount_amount, final_amount }: PromoAnswer) => discount_amount + final_amount;
const differs = (applied: PromoAnswer, amount: number) => Math.abs(fareOf(applied) - amount) >= 0.005;

function Applied({ applied, onRemove }: { applied: PromoAnswer; onRemove: () => void }) {
  return (
    <Box className={`boli-note ${tones.green}`} mih="3.25rem" p="xxs" pl="md" fz="md" lh="md" role="status">
      <IconRosetteDiscount size={22} stroke={1.75} aria-hidden />
      <Flex component="span" wrap="wrap" columnGap="xs" flex={1}>
        <strong>{applied.code}</strong>
        <span>{t('promo.saves', { amount: formatMoney(applied.discount_amount) })}</span>
      </Flex>
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={t('promo.remove', { code: applied.code })}
        onClick={onRemove}
      >
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Box>
  );
}

/** Validates the applied code again when the fare changes, without a toast of success. */
function useRenewal({ amount, applied, onChange }: PromoInputProps): void {
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (!applied || !differs(applied, amount)) return;
    const leaving = new AbortController();
    call(validatePromo, { body: { code: applied.code, amount }, signal: leaving.signal }).then(
      (answer) => change.current(answer),
      (error) => {
        if (leaving.signal.aborted) return;
        toast.error(errorText(error, 'promo.invalid'));
        change.current(null);
      },
    );
    return () => leaving.abort();
  }, [amount, applied]);
}

/** The field for a code, with a draft, and the validation of the code for the fare. */
function useCode({ amount, onChange }: Omit<PromoInputProps, 'applied'>) {
  const fields = useFields({ schema, initial: { promo_code: '' }, draft: 'promo', allowEmptyOnBlur: true });
  const { busy, act } = useAction();
  const apply = ({ promo_code }: typeof fields.values) => {
    const body = { code: promo_code.trim().toUpperCase(), amount };
    void act({
      name: 'apply',
      input: body,
      run: () => call(validatePromo, { body }),
      successMessage: (answer) => t('promo.applied', { amount: twoDecimals().format(answer.discount_amount) }),
      errorMessage: 'promo.invalid',
      onSuccess: (answer) => {
        fields.clear();
        onChange(answer);
      },
    });
  };
  return { ...fields, busy: busy !== null, apply };
}

function Entry(props: Omit<PromoInputProps, 'applied'>) {
  const { field, set, check, busy, apply } = useCode(props);
  const isReachable = useReachable();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    // Enter applies the code; it must not submit the booking form around it.
    event.preventDefault();
    if (isReachable) check(event.currentTarget.form, apply);
  };
  return (
    <Group align="stretch" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={t('promo.label')}
        description={t('promo.hint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...field('promo_code')}
        onChange={(event) => set('promo_code', event.currentTarget.value.toUpperCase())}
        onKeyDown={onKeyDown}
      />
      {/* The reason why this button is disabled is shown beside the button that confirms the payment method. */}
      <OnlineButton
        quiet
        variant="light"
        className={classes.apply ?? ''}
        loading={busy}
        onClick={(event) => check(event.currentTarget.form, apply)}
      >
        {t('promo.apply')}
      </OnlineButton>
    </Group>
  );
}

/**
 * A promo code with its discount, or the field to enter one. It has no form element of its own, because it is used
 * inside a form.
 */
export function PromoInput(props: PromoInputProps) {
  const { amount, applied, onChange } = props;
  useRenewal(props);
  if (!applied) return <Entry amount={amount} onChange={onChange} />;
  const remove = () => {
    onChange(null);
    toast.info(t('promo.removed'));
  };
  return (
    <Flex component="section" direction="column" gap="tight" aria-label={t('promo.label')}>
      <Text span size="route" fw="var(--mantine-font-weight-medium)">
        {t('promo.label')}
      </Text>
      <Applied applied={applied} onRemove={remove} />
    </Flex>
  );
}
