import { palette } from '../../core/tokens';

export type Scheme = 'light' | 'dark';

/** Colours for a canvas or a map style, which cannot read CSS variables. */
export interface MapPalette {
  land: string;
  minor: string;
  road: string;
  casing: string;
  park: string;
  water: string;
  /** The colour of names on the land. */
  label: string;
  /** The colours of the line from pickup to drop, and of its casing. */
  line: string;
  lineCasing: string;
}

const ofScheme = (scheme: Scheme): MapPalette => {
  const colors = palette[scheme];
  return {
    land: colors['map-land'],
    minor: colors['map-minor'],
    road: colors['map-road'],
    casing: colors['map-casing'],
    park: colors['map-park'],
    water: colors['map-water'],
    label: colors.muted,
    line: colors.brand,
    lineCasing: colors.surface,
  };
};

export const mapPalettes: Record<Scheme, MapPalette> = { light: ofScheme('light'), dark: ofScheme('dark') };
