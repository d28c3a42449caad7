import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { disc, draw, front, full, LOGO_GROUND, tile } from '../scripts/logo.mjs';
import { change } from './text.mjs';

const launcher = { ic_launcher: tile, ic_launcher_round: disc, ic_launcher_foreground: front };

/**
 * Draws the icons and splash screens of the generated projects, in the sizes of the pictures that Capacitor created
 * there.
 * @param {{ android: string, ios: string }} projects their folders
 */
export async function drawPictures({ android, ios }) {
  const res = join(android, 'app/src/main/res');
  for (const picture of pngsIn(res)) await redraw(picture);
  change(join(res, 'values/ic_launcher_background.xml'), [['#FFFFFF', LOGO_GROUND]]);
  // Android 12 and newer draw the icon of the splash screen themselves.
  change(join(res, 'values/styles.xml'), [
    [
      '        <item name="android:background">@drawable/splash</item>\n',
      `        <item name="android:background">@drawable/splash</item>
        <item name="windowSplashScreenBackground">${LOGO_GROUND}</item>
        <item name="windowSplashScreenAnimatedIcon">@mipmap/ic_launcher_foreground</item>
        <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>
`,
    ],
  ]);
  for (const picture of pngsIn(join(ios, 'App/App/Assets.xcassets'))) await redraw(picture);
}

/** @param {string} folder */
function pngsIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.png'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} file a picture of the template, which is replaced by the logo in the same size */
async function redraw(file) {
  const { width, height } = await sharp(file).metadata();
  const name = file.slice(dirname(file).length + 1, -'.png'.length);
  if (name.startsWith('splash')) {
    // iOS cuts its square pictures to the screen: a phone in portrait shows less than half of their width.
    const isSquare = width === height;
    const side = Math.round(Math.min(width, height) * (isSquare ? 0.12 : 0.3));
    await draw(tile, file, { side, width, height });
  } else {
    // Apple refuses icons with transparency.
    await draw(drawingOf(name), file, { side: width, opaque: name.startsWith('AppIcon') });
  }
}

/** @param {string} name */
function drawingOf(name) {
  const known = Object.entries(launcher).find(([each]) => each === name);
  if (known) return known[1];
  if (name.startsWith('AppIcon')) return full;
  throw new Error(`There is no drawing for ${name}: this version of Capacitor creates a picture that was not expected`);
}
