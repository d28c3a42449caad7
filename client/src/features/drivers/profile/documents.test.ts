import { expect, test } from '@jest/globals';
import { acceptOf, formatFileSize, uploadProgress, validateFile } from './documents';

const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

test('a file may have exactly five megabytes, and not one byte more', () => {
  expect(validateFile('driver_photo', file('a.jpg', 'image/jpeg', 5_242_880))).toBeNull();
  expect(validateFile('driver_photo', file('a.jpg', 'image/jpeg', 5_242_881))).toBe('drivers.file_too_large');
});

test('pictures are accepted for all five documents, PDF only for three', () => {
  expect(validateFile('vehicle_image', file('a.png', 'image/png'))).toBeNull();
  expect(validateFile('vehicle_image', file('a.pdf', 'application/pdf'))).toBe('drivers.image_only');
  expect(validateFile('rc_document', file('a.pdf', 'application/pdf'))).toBeNull();
  expect(validateFile('rc_document', file('a.txt', 'text/plain'))).toBe('drivers.image_or_pdf');
  expect(validateFile('rc_document', file('a.heic', ''))).toBe('drivers.heic');
  expect(acceptOf('driver_photo')).not.toContain('pdf');
  expect(acceptOf('fitness_document')).toContain('.pdf');
});

test('the progress of one request is divided among its files in their order', () => {
  const parts = [
    { name: 'driver_photo' as const, size: 100 },
    { name: 'vehicle_image' as const, size: 200 },
  ];
  expect(uploadProgress(parts, 150)).toEqual({ driver_photo: 100, vehicle_image: 25 });
});

test('sizes are shown in kilobytes and megabytes', () => {
  expect(formatFileSize(70)).toBe('1 kB');
  expect(formatFileSize(3_250_000)).toBe('3.1 MB');
});
