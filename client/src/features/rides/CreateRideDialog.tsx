import { useDesktop } from '../../core/screen';
import { CreateRideBeside } from './CreateRideBeside';
import { CreateRideStage } from './CreateRideStage';
import { type CreateRideDialogProps, useRideForm } from './use-ride-form';

/**
 * The form of a ride request: two places, now or later. Its draft is kept for the session. On phones it stands on the map
 * of the stage.
 */
export function CreateRideDialog(props: CreateRideDialogProps) {
  const form = useRideForm(props);
  const desktop = useDesktop();
  const Layout = desktop ? CreateRideBeside : CreateRideStage;
  return <Layout form={form} opened={props.opened} />;
}
