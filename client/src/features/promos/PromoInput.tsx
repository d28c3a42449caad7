import { says } from '@boli/shared/core/fields';
import { validatePromo } from '@boli/shared/promos/promos.endpoints';
import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconRosetteDiscount, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { z } from 'zod';
import { call } from '../../core/api';
import { useFields } from '../../core/form';
import { formatMoney } from '../../core/money';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { useAction } from '../../core/use-action';
import classes from './PromoInput.module.css';

interface PromoInputProps {
  /** The fare in rupees that a code is tried on. */
  amount: number;
  applied: PromoAnswer | null;
  onChange: (applied: PromoAnswer | null) => void;
}

const schema = z.object({ promo_code: z.string().trim().min(1, says('promo.required')) });
/** A price without its sign, as it stands in the specification's sentence. */
const twoDecimals = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** The answer belongs to the fare it was given for. */
const fareOf = ({ discount_amount, final_amount }: PromoAnswer) => discount_amount + final_amount;
const differs = (applied: PromoAnswer, amount: number) => Math.abs(fareOf(applied) - amount) >= 0.005;

function Applied({ applied, onRemove }: { applied: PromoAnswer; onRemove: () => void }) {
  return (
    <div className={classes.applied} role="status">
      <IconRosetteDiscount size={22} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <strong>{applied.code}</strong>
        <span>{t('promo.saves', { amount: formatMoney(applied.discount_amount) })}</span>
      </span>
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={t('promo.remove', { code: applied.code })}
        onClick={onRemove}
      >
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The driver has named another price meanwhile: the code is tried again on that, quietly. */
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

/** What is typed, kept for the session, and trying it on the fare. */
function useCode({ amount, onChange }: Omit<PromoInputProps, 'applied'>) {
  const fields = useFields({ schema, initial: { promo_code: '' }, draft: 'promo', quietEmpty: true });
  const { busy, act } = useAction();
  const apply = ({ promo_code }: typeof fields.values) => {
    const body = { code: promo_code.trim().toUpperCase(), amount };
    void act({
      name: 'apply',
      input: body,
      run: () => call(validatePromo, { body }),
      says: (answer) => t('promo.applied', { amount: twoDecimals.format(answer.discount_amount) }),
      failed: 'promo.invalid',
      done: (answer) => {
        fields.clear();
        onChange(answer);
      },
    });
  };
  return { ...fields, busy: busy !== null, apply };
}

function Entry(props: Omit<PromoInputProps, 'applied'>) {
  const { field, set, check, busy, apply } = useCode(props);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    // Enter here tries the code; it must not confirm the booking around it.
    event.preventDefault();
    check(event.currentTarget.form, apply);
  };
  return (
    <div className={classes.entry}>
      <TextInput
        className={classes.field ?? ''}
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
      <Button
        variant="light"
        className={classes.apply ?? ''}
        loading={busy}
        onClick={(event) => check(event.currentTarget.form, apply)}
      >
        {t('promo.apply')}
      </Button>
    </div>
  );
}

/** A promo code with its saving, or the field to enter one. Not a form of its own: it stands inside one. */
export function PromoInput(props: PromoInputProps) {
  const { amount, applied, onChange } = props;
  useRenewal(props);
  if (!applied) return <Entry amount={amount} onChange={onChange} />;
  const remove = () => {
    onChange(null);
    toast.info(t('promo.removed'));
  };
  return (
    <section className={classes.promo} aria-label={t('promo.label')}>
      <span className={classes.label}>{t('promo.label')}</span>
      <Applied applied={applied} onRemove={remove} />
    </section>
  );
}
