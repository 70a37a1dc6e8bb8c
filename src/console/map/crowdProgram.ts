// The WebGL program behind crowd.ts: a square per place, turned to its heading, with a mark from a texture atlas.
import type { Mark } from "./markers.ts"

/** The view of a frame, in world units (the world is 1 wide) and pixels. */
interface CrowdFrame {
  readonly count: number
  /** of the view, in world units */
  readonly centre: readonly [number, number]
  /** the width of the world in pixels */
  readonly pixels: number
  /** radians, clockwise from north */
  readonly bearing: number
  /** of the view in pixels */
  readonly size: readonly [number, number]
}

/** A compiled program with its buffers. */
export interface CrowdProgram {
  readonly upload: (numbers: Float32Array<ArrayBuffer>) => void
  readonly draw: (frame: CrowdFrame) => void
  readonly remove: () => void
}

const VERTEX = `#version 300 es
precision highp float;
in vec4 at;   // where, coarse and fine
in vec2 look; // radians clockwise from north, number of the mark
uniform vec4 centre;
uniform float pixels;
uniform float bearing;
uniform vec2 size;
uniform vec2 mark; // its width in pixels, how many there are
out vec2 place;
vec2 turned(vec2 v, float by) {
  float c = cos(by), s = sin(by);
  return vec2(v.x * c - v.y * s, v.x * s + v.y * c);
}
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 away = (at.xy - centre.xy) + (at.zw - centre.zw);
  away.x -= round(away.x);
  vec2 pixel = turned(away * pixels, -bearing) + turned((corner - 0.5) * mark.x, look.x - bearing);
  gl_Position = vec4(pixel * vec2(2.0, -2.0) / size, 0.0, 1.0);
  place = vec2((look.y + corner.x) / mark.y, corner.y);
}`

const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 place;
uniform sampler2D marks;
out vec4 colour;
void main() {
  colour = texture(marks, place);
}`

const compile = (gl: WebGL2RenderingContext, type: GLenum, source: string): WebGLShader => {
  const shader = gl.createShader(type)!
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

const link = (gl: WebGL2RenderingContext): WebGLProgram => {
  const program = gl.createProgram()
  const parts = [compile(gl, gl.VERTEX_SHADER, VERTEX), compile(gl, gl.FRAGMENT_SHADER, FRAGMENT)]
  for (const part of parts) gl.attachShader(program, part)
  gl.linkProgram(program)
  for (const part of parts) gl.deleteShader(part)
  // a lost context links nothing; the program is built again when it returns
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? "everybody cannot be drawn")
  return program
}

/** Builds the texture atlas: all marks side by side, all of one size. */
const textureOf = (gl: WebGL2RenderingContext, marks: ReadonlyArray<Mark>): WebGLTexture => {
  const [first] = marks
  const { height, width } = first!.pixels
  const row = document.createElement("canvas")
  row.width = width * marks.length
  row.height = height
  const pen = row.getContext("2d")!
  marks.forEach(({ pixels }, i) => pen.putImageData(pixels, i * width, 0))
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, row)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  // marks are drawn larger than shown
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  gl.generateMipmap(gl.TEXTURE_2D)
  return texture
}

interface Made {
  readonly program: WebGLProgram
  readonly texture: WebGLTexture
  readonly buffer: WebGLBuffer
  readonly array: WebGLVertexArrayObject
}

const make = (gl: WebGL2RenderingContext, marks: ReadonlyArray<Mark>): Made => {
  const program = link(gl)
  const array = gl.createVertexArray()
  const buffer = gl.createBuffer()
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  for (const [name, numbers, from] of [
    ["at", 4, 0],
    ["look", 2, 16]
  ] as const) {
    const place = gl.getAttribLocation(program, name)
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, numbers, gl.FLOAT, false, 24, from)
    gl.vertexAttribDivisor(place, 1)
  }
  gl.bindVertexArray(null)
  return { program, texture: textureOf(gl, marks), buffer, array }
}

/**
 * Returns a program for these marks. It is compiled in the first frame: only there MapLibre expects other
 * code to change the state of WebGL.
 */
export const crowdProgram = (gl: WebGL2RenderingContext, marks: ReadonlyArray<Mark>): CrowdProgram => {
  let made: Made | null = null
  const ready = (): Made => (made ??= make(gl, marks))
  return {
    upload: (numbers) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, ready().buffer)
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW)
    },
    draw: ({ bearing, centre: [x, y], count, pixels, size }) => {
      if (count === 0) return
      const { array, program, texture } = ready()
      const uniform = (name: string) => gl.getUniformLocation(program, name)
      const [coarseX, coarseY] = [Math.fround(x), Math.fround(y)]
      gl.useProgram(program)
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.uniform1i(uniform("marks"), 0)
      gl.uniform4f(uniform("centre"), coarseX, coarseY, x - coarseX, y - coarseY)
      gl.uniform1f(uniform("pixels"), pixels)
      gl.uniform1f(uniform("bearing"), bearing)
      gl.uniform2f(uniform("size"), ...size)
      gl.uniform2f(uniform("mark"), marks[0]!.width, marks.length)
      gl.bindVertexArray(array)
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count)
      gl.bindVertexArray(null)
    },
    remove: () => {
      if (made === null) return
      gl.deleteProgram(made.program)
      gl.deleteTexture(made.texture)
      gl.deleteBuffer(made.buffer)
      gl.deleteVertexArray(made.array)
      made = null
    }
  }
}
