import { Link } from 'react-router-dom';
import { t } from '../core/t';
import classes from './FairnessLink.module.css';

/** The link to the public figures of the town. */
export function FairnessLink() {
  return (
    <Link className={classes.link} to="/fairness">
      {t('shell.fairness')}
    </Link>
  );
}
