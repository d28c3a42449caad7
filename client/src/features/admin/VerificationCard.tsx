import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import { type DocumentKind, documentNames } from '@boli/shared/drivers/drivers.schema';
import { Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileText, IconFileTypePdf, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useFields } from '../../core/form';
import { onServer } from '../../core/server';
import { t } from '../../core/t';
import { useLock } from '../../core/use-lock';
import { Avatar } from '../../ui/Avatar';
import { Line, Lines } from '../../ui/Lines';
import { OnlineButton } from '../../ui/OnlineButton';
import tones from '../../ui/Tones.module.css';
import { ActedRow } from './ActedRow';
import { decide, undoDecision, type useAdminAction } from './admin.actions';
import { isPdf } from './DocumentViewer';
import classes from './Verifications.module.css';

export type Decided = 'verified' | 'rejected';

interface VerificationCardProps {
  item: VerificationItem;
  action: ReturnType<typeof useAdminAction>;
  onSee: (kind: DocumentKind) => void;
  /** The decision that can still be undone; null while there is none. */
  decided: Decided | null;
  onDecided: (decided: Decided) => void;
  onUndone: () => void;
}

function Tile({ item, kind, onSee }: Pick<VerificationCardProps, 'item' | 'onSee'> & { kind: DocumentKind }) {
  const address = item.profile[kind];
  const document = t(`admin.document_${kind}`);
  if (!address) {
    return (
      <div className={classes.tile}>
        <span className={`${classes.thumb} ${classes.missing}`} aria-hidden />
        {document}
        <span className="visually-hidden">{t('admin.document_missing')}</span>
      </div>
    );
  }
  const Sign = isPdf(address) ? IconFileTypePdf : IconFileText;
  return (
    <button
      type="button"
      className={classes.tile}
      aria-label={t('admin.document_of', { document, name: item.user.name })}
      onClick={() => onSee(kind)}
    >
      <span className={classes.thumb}>
        {isPdf(address) ? (
          <Sign size={24} stroke={1.75} aria-hidden />
        ) : (
          <img src={onServer(address)} alt="" loading="lazy" />
        )}
      </span>
      {document}
    </button>
  );
}

function Facts({ item: { profile } }: { item: VerificationItem }) {
  const facts = [
    ['admin.car', profile.car_model],
    ['admin.vehicle_number', profile.vehicle_number ?? t('admin.not_given')],
    [
      'fares.vehicle_class_label',
      profile.vehicle_class ? t(`fares.class_${profile.vehicle_class}`) : t('admin.not_given'),
    ],
    ['admin.experience', t('quotes.years', { n: profile.experience_years })],
    ['admin.license', profile.license_number],
  ] as const;
  return (
    <Lines dense>
      {facts.map(([label, value]) => (
        <Line key={label} label={t(label)}>
          {value}
        </Line>
      ))}
    </Lines>
  );
}

/** The decision that was made, with Undo. */
function DecisionMade({
  item: { user },
  action: { busy, act },
  decided,
  onUndone,
  describedBy,
}: Omit<DecisionProps, 'onDecided' | 'decided'> & { decided: Decided }) {
  return (
    <ActedRow
      done={t(decided === 'verified' ? 'admin.approved' : 'admin.rejected')}
      tone={decided === 'verified' ? 'green' : 'red'}
      aria-describedby={describedBy}
      loading={busy === `${user.id} undo`}
      disabled={busy !== null && busy !== `${user.id} undo`}
      onUndo={() =>
        void act({
          name: `${user.id} undo`,
          successMessage: 'admin.undone',
          errorMessage: 'admin.undo_failed',
          run: () => undoDecision(user.id),
          onSuccess: onUndone,
        })
      }
    />
  );
}

type DecisionProps = Omit<VerificationCardProps, 'onSee'> & { describedBy: string };

/** Approve and Reject with an optional reason; both buttons ignore presses in the first 1.2 s after they appear. */
function Decision({ item: { user }, action: { busy, act }, onDecided }: DecisionProps) {
  const isLocked = useLock(user.id);
  const { values, field, clear } = useFields({ initial: { reason: '' }, draft: `verification:${user.id}` });
  const decideAs = (status: Decided) =>
    act({
      name: `${user.id} ${status}`,
      successMessage: status === 'verified' ? 'admin.driver_verified' : 'admin.driver_rejected',
      errorMessage: 'admin.driver_failed',
      run: () => decide(user.id, status, status === 'rejected' ? values.reason : ''),
      onSuccess: () => {
        clear();
        onDecided(status);
      },
    });
  const pressing = (status: Decided) => ({
    loading: busy === `${user.id} ${status}`,
    disabled: isLocked || (busy !== null && busy !== `${user.id} ${status}`),
    onClick: () => void decideAs(status),
  });
  return (
    <>
      <TextInput label={t('admin.reason')} maxLength={500} {...field('reason')} />
      <Group grow preventGrowOverflow={false} gap="sm">
        <OnlineButton
          quiet
          variant="default"
          c="var(--boli-danger)"
          leftSection={<IconX size={20} stroke={1.75} aria-hidden />}
          {...pressing('rejected')}
        >
          {t('admin.reject')}
        </OnlineButton>
        <OnlineButton quiet leftSection={<IconCheck size={20} stroke={1.75} aria-hidden />} {...pressing('verified')}>
          {t('admin.approve')}
        </OnlineButton>
      </Group>
    </>
  );
}

/** One driver to decide on: the person, the car, the documents, and the decision. */
export function VerificationCard({ onSee, ...decision }: VerificationCardProps) {
  const { item, decided } = decision;
  const { user, shared_license } = item;
  const id = useId();
  const buttons = useRef<HTMLDivElement>(null);
  const [keptHeight, setKeptHeight] = useState(0);
  const onDecided = (as: Decided) => {
    setKeptHeight(buttons.current?.offsetHeight ?? 0);
    decision.onDecided(as);
  };
  return (
    <Flex className="boli-card" component="article" direction="column" gap="md" h="100%" aria-labelledby={id}>
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Avatar name={user.name} src={item.profile.driver_photo} />
        <Stack gap={0} miw={0}>
          <h3 id={id}>{user.name}</h3>
          <Text span size="meta" c="dimmed">
            {user.email}
          </Text>
        </Stack>
      </Group>
      <Facts item={item} />
      {shared_license && (
        <Flex component="p" className={`boli-note ${tones.amber}`} gap="xs" px="sm" py="xs" fz="sm" lh="sm">
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {t('admin.shared_license')}
        </Flex>
      )}
      <fieldset className={classes.tiles}>
        <legend className="visually-hidden">{t('admin.documents')}</legend>
        {documentNames.map((kind) => (
          <Tile key={kind} item={item} kind={kind} onSee={onSee} />
        ))}
      </fieldset>
      {/* Keeps the height of the buttons when the decision replaces them, so that the cards below do not move. */}
      <Flex ref={buttons} direction="column" gap="md" justify="center" mih={keptHeight}>
        {decided ? (
          <DecisionMade {...decision} decided={decided} describedBy={id} />
        ) : (
          <Decision {...decision} onDecided={onDecided} describedBy={id} />
        )}
      </Flex>
    </Flex>
  );
}
