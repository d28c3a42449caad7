import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { iosPermissions } from './permissions.mjs';
import { change } from './text.mjs';
import { DEFAULT_LANGUAGE, textOf } from './texts.mjs';

const FILE = 'InfoPlist.strings';
/** Ids within the Xcode project: 24 hexadecimal digits. */
const idOf = (/** @type {number} */ number) => number.toString(16).toUpperCase().padStart(24, 'B0');
const [BUILD_ID, GROUP_ID] = [idOf(1), idOf(2)];

/**
 * Gives the iOS project the reasons of its permissions in every language: files that replace the English sentences of
 * Info.plist.
 * @param {string} app the folder of the Xcode project
 * @param {import('./texts.mjs').Texts} texts
 */
export function addReasons(app, texts) {
  const files = Object.keys(texts).map((language, place) => ({
    ...{ language, id: idOf(place + 3), path: `${language}.lproj/${FILE}` },
  }));
  for (const { language, path } of files) {
    mkdirSync(dirname(join(app, 'App', path)), { recursive: true });
    writeFileSync(join(app, 'App', path), stringsOf(texts, language));
  }
  const others = files.filter(({ language }) => language !== DEFAULT_LANGUAGE);
  change(join(app, 'App.xcodeproj/project.pbxproj'), [
    [
      '/* End PBXBuildFile section */',
      `\t\t${BUILD_ID} /* ${FILE} in Resources */ = {isa = PBXBuildFile; fileRef = ${GROUP_ID} /* ${FILE} */; };\n/* End PBXBuildFile section */`,
    ],
    ['/* End PBXFileReference section */', `${files.map(referenceOf).join('')}/* End PBXFileReference section */`],
    ['/* End PBXVariantGroup section */', `${groupOf(files)}/* End PBXVariantGroup section */`],
    [/(?<=\/\* Info\.plist \*\/,\n)/, `\t\t\t\t${GROUP_ID} /* ${FILE} */,\n`],
    [/(?<=\/\* Assets\.xcassets in Resources \*\/,\n)/, `\t\t\t\t${BUILD_ID} /* ${FILE} in Resources */,\n`],
    [/(?<=knownRegions = \(\n)/, others.map(({ language }) => `\t\t\t\t${language},\n`).join('')],
  ]);
}

/**
 * @param {import('./texts.mjs').Texts} texts
 * @param {string} language
 */
function stringsOf(texts, language) {
  const lines = iosPermissions.map(([key, reason]) => `${key} = ${JSON.stringify(textOf(texts, language, reason))};\n`);
  return lines.join('');
}

/** @typedef {{ language: string, id: string, path: string }} Translation */

function referenceOf(/** @type {Translation} */ { language, id, path }) {
  return `\t\t${id} /* ${language} */ = {isa = PBXFileReference; lastKnownFileType = text.plist.strings; name = ${language}; path = ${path}; sourceTree = "<group>"; };\n`;
}

function groupOf(/** @type {readonly Translation[]} */ files) {
  const children = files.map(({ language, id }) => `\t\t\t\t${id} /* ${language} */,\n`).join('');
  return `\t\t${GROUP_ID} /* ${FILE} */ = {
\t\t\tisa = PBXVariantGroup;
\t\t\tchildren = (
${children}\t\t\t);
\t\t\tname = ${FILE};
\t\t\tsourceTree = "<group>";
\t\t};
`;
}
