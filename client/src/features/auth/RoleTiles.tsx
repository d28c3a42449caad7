import { type Role, roles } from '@boli/shared/auth/auth.schema';
import { Box } from '@mantine/core';
import { type Icon, IconShieldCog, IconSteeringWheel, IconUser } from '@tabler/icons-react';
import { t } from '../../core/t';
import classes from './forms.module.css';

const looks = {
  customer: { icon: IconUser, word: 'auth.role_customer' },
  driver: { icon: IconSteeringWheel, word: 'auth.role_driver' },
  admin: { icon: IconShieldCog, word: 'auth.role_admin' },
} as const satisfies Record<Role, { icon: Icon; word: string }>;

/**
 * The 'I am a' choice: a tile for each role, built on native radio buttons. Roles in `closed` have no tile.
 */
export function RoleTiles({
  role,
  closed,
  onChoose,
}: {
  role: Role;
  closed: readonly Role[];
  onChoose: (role: Role) => void;
}) {
  return (
    <fieldset>
      <Box mb="tight" component="legend">
        {t('auth.i_am_a')}
      </Box>
      <div className={classes.tiles}>
        {roles
          .filter((name) => !closed.includes(name))
          .map((name) => {
            const { icon: Sign, word } = looks[name];
            return (
              <label key={name} className={classes.tile}>
                <input
                  type="radio"
                  name="role"
                  value={name}
                  required
                  className="cover"
                  checked={role === name}
                  onChange={() => onChoose(name)}
                />
                <Sign size={22} stroke={1.75} aria-hidden />
                {t(word)}
              </label>
            );
          })}
      </div>
    </fieldset>
  );
}
