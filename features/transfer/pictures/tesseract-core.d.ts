/** The part of the Emscripten module that is used; the package has no types. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export type TesseractApi = {
    /** @returns 0 on success */
    Init: (folder: string, language: string, engine: number) => number;
    SetVariable: (name: string, value: string) => boolean;
    /** Reads the file /input. */
    SetImageFile: (orientation: number, angle: number, isUpscaled: boolean) => number;
    Recognize: (monitor: null) => number;
    GetTSVText: (page: number) => string;
    Clear: () => void;
  };
  export type TesseractModule = {
    TessBaseAPI: new () => TesseractApi;
    FS: { writeFile: (path: string, content: Uint8Array) => void };
  };
  export default function createTesseract(options: {
    wasmBinary: ArrayBuffer;
    print: () => void;
    printErr: () => void;
  }): Promise<TesseractModule>;
}
