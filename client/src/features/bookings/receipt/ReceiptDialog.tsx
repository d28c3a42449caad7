import { readReceipt } from '@boli/shared/ledger/ledger.endpoints';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { call } from '../../../core/api';
import { usePrintable } from '../../../core/print';
import { isShell } from '../../../core/server';
import { t } from '../../../core/t';
import { useRead } from '../../../core/use-read';
import { AppDialog } from '../../../ui/AppDialog';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { ReceiptPaper } from './ReceiptPaper';

interface ReceiptDialogProps {
  bookingId: string;
  opened: boolean;
  onClose: () => void;
}

/** The receipt of a fare, of its charged part, or of a fee for cancelling: for both sides, on screen and for printing. */
export function ReceiptDialog({ bookingId, opened, onClose }: ReceiptDialogProps) {
  const {
    value: receipt,
    failed,
    retry,
  } = useRead(bookingId, (signal) => call(readReceipt, { params: { id: bookingId }, signal }));
  const { ref, print } = usePrintable<HTMLElement>();
  const buttons = receipt && (
    <>
      <Button variant="default" onClick={onClose}>
        {t('common.close')}
      </Button>
      <Button leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />} onClick={print}>
        {t(isShell() ? 'native.share' : 'receipts.print')}
      </Button>
    </>
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('receipts.title')} footer={buttons} reading>
      {receipt && <ReceiptPaper ref={ref} receipt={receipt} />}
      {!receipt && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </AppDialog>
  );
}
