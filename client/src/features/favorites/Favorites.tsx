import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import type { Favorite } from '@boli/shared/favorites/favorites.schema';
import { Text } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { moveFocus } from '../../core/focus';
import { useSync } from '../../core/sync';
import { t } from '../../core/t';
import { Avatar } from '../../ui/Avatar';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { OfflineReason } from '../../ui/OnlineButton';
import { OnlineMark } from '../../ui/OnlineMark';
import { Rating } from '../../ui/Rating';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { StatusBadge } from '../../ui/StatusBadge';
import { FavoriteHeart } from './FavoriteHeart';
import classes from './Favorites.module.css';
import { loadFavorites, shownFavorites, useFavorites } from './favorites.store';

function Card({ favorite, onGone }: { favorite: Favorite; onGone: () => void }) {
  const id = useId();
  return (
    <article className={`boli-card ${classes.card}`} aria-labelledby={id}>
      <Avatar name={favorite.driver_name} src={favorite.driver_photo} />
      <div>
        <h3 id={id}>{favorite.driver_name}</h3>
        <Text size="sm" c="dimmed">
          {favorite.car_model}
        </Text>
      </div>
      <FavoriteHeart driverId={favorite.user_id} driverName={favorite.driver_name} onPress={onGone} />
      <div className={classes.facts}>
        <OnlineMark online={favorite.is_available} />
        {favorite.verification_status === 'verified' && <StatusBadge kind="driver" status="verified" />}
        <Rating average={favorite.average_rating} count={favorite.total_ratings} />
        <span>{t('quotes.years', { n: favorite.experience_years })}</span>
      </div>
    </article>
  );
}

/** Favorite Drivers: the customer's favorite drivers with their online status. */
export function Favorites() {
  const rows = useFavorites(useShallow(shownFavorites));
  const { state, retry } = useSync({ watch: loadFavorites, read: loadFavorites, pollMs: CUSTOMER_POLL_MS });
  const list = useRef<HTMLDivElement>(null);
  return (
    <Section title={t('favorites.title')}>
      {/* A pressed heart is removed with its card: the list takes the focus. */}
      <div ref={list} tabIndex={-1} className={classes.focus}>
        {rows === null && state !== 'failed' && <RowsSkeleton rows={2} />}
        {rows === null && state === 'failed' && <LoadFailed onRetry={retry} />}
        {rows?.length === 0 && (
          <EmptyState icon={IconHeart} title={t('favorites.empty')} hint={t('favorites.empty_hint')} />
        )}
        {rows && rows.length > 0 && (
          <>
            <OfflineReason />
            <ul className="boli-list">
              {rows.map((favorite) => (
                <li key={favorite.user_id}>
                  <Card favorite={favorite} onGone={() => moveFocus(list.current)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}
