/**
 * The parts of pdf.js that the worker uses. The library's own types accept only a canvas element and leave the
 * factories untyped, although pdf.js also draws on an OffscreenCanvas.
 */
declare module 'pdfjs-dist/legacy/build/pdf.mjs' {
  export interface Viewport {
    width: number;
    height: number;
  }
  export interface Page {
    getViewport(options: { scale: number }): Viewport;
    render(options: { canvas: OffscreenCanvas; viewport: Viewport }): { promise: Promise<void> };
  }
  export interface CanvasEntry {
    canvas: OffscreenCanvas | null;
    context: OffscreenCanvasRenderingContext2D | null;
  }
  export interface CanvasFactory {
    create(width: number, height: number): CanvasEntry;
    reset(entry: CanvasEntry, width: number, height: number): void;
    destroy(entry: CanvasEntry): void;
  }
  export interface FilterFactory {
    addFilter(): string;
    addHCMFilter(): string;
    addAlphaFilter(table: ArrayLike<number>): string;
    addLuminosityFilter(table?: ArrayLike<number> | null): string;
    addHighlightHCMFilter(): string;
    destroy(): void;
  }
  export interface Source {
    data: ArrayBuffer;
    CanvasFactory: new () => CanvasFactory;
    FilterFactory: new () => FilterFactory;
    disableFontFace: boolean;
    useSystemFonts: boolean;
    isEvalSupported: boolean;
    enableXfa: boolean;
    useWasm: boolean;
    isImageDecoderSupported: boolean;
    maxImageSize: number;
    canvasMaxAreaInBytes: number;
    verbosity: number;
  }
  export const VerbosityLevel: { ERRORS: number };
  export function getDocument(source: Source): {
    promise: Promise<{ numPages: number; getPage(number: number): Promise<Page> }>;
  };
}

/** The parsing part of pdf.js. Once it is imported, the rendering part calls it on the same thread. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs' {}
