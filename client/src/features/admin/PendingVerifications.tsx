import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import type { DocumentKind } from '@boli/shared/drivers/drivers.schema';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../core/t';
import { EmptyState } from '../../ui/EmptyState';
import { useAdminAction } from './admin.actions';
import { DocumentViewer } from './DocumentViewer';
import { useActedRows } from './use-acted-rows';
import { type Decided, VerificationCard } from './VerificationCard';
import classes from './Verifications.module.css';

/** A card for each driver whose documents wait for a decision. */
export function PendingVerifications({ rows }: { rows: readonly VerificationItem[] }) {
  const action = useAdminAction();
  const { ref, shown, doneWith, keep, release } = useActedRows<VerificationItem, Decided>(
    rows,
    ({ profile }) => profile.id,
  );
  const [seen, setSeen] = useState<{ item: VerificationItem; kind: DocumentKind } | null>(null);
  const [opened, setOpened] = useState(false);
  return (
    <div ref={ref}>
      <ul className={classes.cards}>
        {shown.map((item) => (
          <li key={item.profile.id}>
            <VerificationCard
              item={item}
              action={action}
              decided={doneWith(item)}
              onDecided={(decided) => keep(item, decided)}
              onUndone={() => release(item)}
              onSee={(kind) => {
                setSeen({ item, kind });
                setOpened(true);
              }}
            />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <EmptyState icon={IconUserCheck} title={t('admin.verifications_empty')} />}
      {seen && (
        <DocumentViewer
          key={`${seen.item.profile.id} ${seen.kind}`}
          name={seen.item.user.name}
          kind={seen.kind}
          address={seen.item.profile[seen.kind]}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}
