import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { LazyMap } from '../../ui/LazyMap';
import classes from './CreateRide.module.css';
import { RideFields } from './RideFields';
import { RideButtons, RideDetails, RideHint } from './RideParts';
import { SetHere } from './SetHere';
import type { RideForm } from './use-ride-form';

/** The dialog's width in pixels: room for the fields and a map side by side. */
const WIDTH = 880;

/** The form on screens from 48em on: the fields at the left of a map. */
export function CreateRideBeside({ form, opened }: { form: RideForm; opened: boolean }) {
  const { id, ride, view, searching, search, first } = form;
  return (
    <AppDialog
      opened={opened}
      onClose={form.onClose}
      title={t('rides.dialog_title')}
      footer={<RideButtons form={form} />}
      size={WIDTH}
    >
      <form id={id} className={classes.form} noValidate onSubmit={ride.submit}>
        <div className={classes.beside}>
          <RideFields ride={ride} searching={searching} onSearch={search} first={first} />
          <RideDetails form={form} />
        </div>
        <div className={classes.map}>
          <LazyMap {...view.map} height="fill" />
          <div className={classes.over}>
            <RideHint form={form} />
          </div>
          {ride.places.asked && (
            <div className={classes.setHere}>
              <SetHere end={ride.places.asked} handle={view.handle} onPick={ride.places.pick} />
            </div>
          )}
        </div>
      </form>
    </AppDialog>
  );
}
