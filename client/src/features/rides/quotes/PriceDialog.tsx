import type { Reference } from '@boli/shared/fares/fares.schema';
import { Button } from '@mantine/core';
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { t } from '../../../core/t';
import { AppDialog } from '../../../ui/AppDialog';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { PriceField } from '../../../ui/PriceField';
import { AllowedBand } from '../AllowedBand';
import { readPrice } from '../read-price';

/** The price (rupees) of a typed text; null if the text is no price. */
export function priceIn(text: string): number | null {
  const typed = readPrice(text);
  return 'price' in typed ? typed.price : null;
}

type Field = Pick<
  ComponentProps<typeof PriceField>,
  'label' | 'field' | 'price' | 'by' | 'from' | 'onPrice' | 'hasFocus'
>;

interface PriceDialogProps extends Field, Pick<ComponentProps<typeof AppDialog>, 'opened' | 'onClose' | 'titleFirst'> {
  title: string;
  /** The text of the button that sends the price. */
  send: string;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The usual price by which the law limits the price; null if none is known. */
  reference: Reference | null;
  /** Content above the field. */
  lead: ReactNode;
  /** Content between the field and the limits of the law. */
  children: ReactNode;
  /** Content below the limits of the law. */
  note?: ReactNode;
}

/** The dialog in which a customer names a price; on a phone it is a sheet at the lower edge. */
export function PriceDialog(props: PriceDialogProps) {
  const { title, send, busy, onSubmit, reference, lead, children, note, opened, onClose, titleFirst, ...field } = props;
  const id = useId();
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <OnlineButton quiet type="submit" form={id} loading={busy}>
        {send}
      </OnlineButton>
    </>
  );
  return (
    <AppDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form="sheet"
      footer={buttons}
      titleFirst={titleFirst ?? false}
    >
      <form id={id} noValidate className="boli-form" onSubmit={onSubmit}>
        {lead}
        <PriceField {...field} required />
        {children}
        <AllowedBand reference={reference} />
        {note}
      </form>
    </AppDialog>
  );
}
